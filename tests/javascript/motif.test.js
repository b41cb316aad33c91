/** Is the motif of a key found, that of its type where it has none, and something of what nobody knows? */

import assert from "node:assert/strict";
import { test } from "node:test";

import { motifSource } from "../../talisman_nb/panels/js/base/icons.js";

const PICTURES = {
  "": "<path d='M0 0'/>", bear: "<path d='M1 1'/>", "type.animal": "<path d='M2 2'/>",
  wolf: "type.animal", "space.woods-1": "space.woods", "space.woods": "<path d='M3 3'/>",
};

test("a key has its motif, or the one it refers to", () => {
  assert.equal(motifSource(PICTURES, "bear", "type.animal"), PICTURES.bear);
  assert.equal(motifSource(PICTURES, "wolf"), PICTURES["type.animal"]);
  assert.equal(motifSource(PICTURES, "space.woods-1"), PICTURES["space.woods"]);
});

test("what is in no list has the motif of its type, else that of an unknown thing", () => {
  assert.equal(motifSource(PICTURES, "own/Griffin", "type.animal"), PICTURES["type.animal"]);
  assert.equal(motifSource(PICTURES, "own/Griffin", "type."), PICTURES[""]);
  assert.equal(motifSource({}, "bear"), "");
});
