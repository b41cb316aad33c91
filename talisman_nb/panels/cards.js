/** Entry of a drawn card: a search field with hits, and a form for a card that is in no list. */

import { make, button, cap, findCards } from "./shared.js";

/** @param {any} app @param {any} question */
export function cardSearch(app, question) {
  if (app.ui.otherCard) return otherCard(app, question);
  const list = make("div", { class: "hits", role: "listbox", "aria-label": app.word("cards-found") });
  const taken = make("span", { class: "taken" });
  const box = make("input", {
    type: "text", class: "search", "data-id": "search", role: "combobox", "aria-expanded": "true", autocomplete: "off",
    autocapitalize: "off", spellcheck: "false", "aria-label": question.headline, placeholder: app.word("type-a-card"),
    oninput: () => showHits(), onkeydown: (event) => searchKey(app, event, () => send(hits()[0]?.key)),
  });
  const names = app.labels.cards?.[question.cards] ?? {};
  const elsewhere = question.elsewhere ?? {};
  const find = (part, most) => findCards(names, part, most, elsewhere);
  const parts = () => box.value.split(/[,;]/);
  const earlier = () => parts().slice(0, -1).map((part) => find(part, 1)[0]).filter(Boolean);
  const hits = () => find(parts().at(-1));
  const ask = () => app.otherCard(parts().at(-1).trim());
  const send = (key) => {
    const keys = [...earlier().map((card) => card.key), ...(key ? [key] : [])];
    const lost = parts().at(-1).trim() && !key;
    if (lost) ask();
    else if (keys.length) app.answerCards(keys, keys.map((each) => names[each]).join(", "), keys.some((each) => each in elsewhere));
  };
  const showHits = () => {
    app.ui.typed = box.value;
    taken.textContent = earlier().map((card) => card.name).join(", ");
    list.replaceChildren(...hits().map((card, i) => hitButton(app, card, i === 0, placeOf(app, question, card.key), () => send(card.key))));
    if (parts().at(-1).trim() && !list.children.length) {
      list.append(make("p", { class: "none" }, app.word("name-not-found")));
    }
  };
  box.value = app.ui.typed ?? "";
  showHits();
  return make("div", { class: "options cards" }, make("div", { class: "searchrow" }, box, taken), list);
}

/** The location of a card that can't be drawn, "" for one that can. */
function placeOf(app, { elsewhere = {}, where }, key) {
  if (!(key in elsewhere)) return "";
  const [at, n] = elsewhere[key];
  return n ? app.word("since-line", { place: where[at], n }) : where[at];
}

/** The button of a hit; for a card believed elsewhere, with its location and "here all the same". */
function hitButton(app, card, first, place, onclick) {
  const note = place ? make("span", { class: "note" }, `${place} · ${app.word("here-all-the-same")}`) : null;
  return button(`hit:${card.key}`, onclick, {
    class: ["option", first && !place && "first", place && "elsewhere"].filter(Boolean).join(" "),
    role: "option", "aria-selected": first ? "true" : "false",
  }, first ? cap("⏎") : null, make("span", { class: "text" }, make("span", { class: "label" }, card.name), note));
}

/** Keys of the search field: Enter takes the top hit, arrow down focuses the hits, Space draws if it is empty. */
function searchKey(app, event, enter) {
  if (event.isComposing || event.repeat) return;
  if (event.key === "Enter") enter();
  else if (event.key === " " && !event.target.value) app.roll();
  else if (event.key === "ArrowDown") app.root.querySelector(".hits button")?.focus();
  else return;
  event.preventDefault();
}

/** The offers of a draw: a card that is in no list, and an empty deck. */
export function cardOffers(app, question) {
  const other = () => app.otherCard(app.ui.otherCard ? "" : app.ui.typed || " ");
  return [
    button("other-card", other, { class: "offer", "aria-pressed": app.ui.otherCard ? "true" : "false" },
      app.word("another-card")),
    button("deck-empty", () => app.press({ type: "hand", empty: true }, app.word("deck-is-empty")),
      { class: "offer" }, app.word("deck-is-empty")),
  ];
}

function typesOfCards(app) {
  return [
    ["event", app.word("type-event")], ["animal", app.word("type-animal")], ["monster", app.word("type-monster")],
    ["dragon", app.word("type-dragon")], ["spirit", app.word("type-spirit")], ["stranger", app.word("type-stranger")],
    ["follower", app.word("type-follower")], ["object", app.word("type-object")],
    ["magic object", app.word("type-magic-object")], ["place", app.word("type-place")],
  ];
}

/** The short form for a card that is in no list: its name, type and figures. */
function otherCard(app, question) {
  const name = make("input", { type: "text", "data-id": "other-name", value: app.ui.otherCard.trim(), autocomplete: "off" });
  const kind = make("select", { "data-id": "other-type" },
    typesOfCards(app).map(([key, label]) => make("option", { value: key }, label)));
  const number = (id) => make("input", { type: "number", min: "0", max: "12", value: "0", "data-id": id });
  const figures = { number: number("other-number"), strength: number("other-strength"), craft: number("other-craft") };
  const send = (event) => {
    event.preventDefault();
    const own = { name: name.value.trim(), type: kind.value };
    for (const [figure, box] of Object.entries(figures)) own[figure] = Number(box.value) || 0;
    if (own.name) app.press({ type: "hand", own }, own.name);
    else name.focus();
  };
  const field = (label, box) => make("label", {}, make("span", {}, label), box);
  return make("form", { class: "options other", onsubmit: send },
    field(app.word("card-name"), name), field(app.word("card-type"), kind),
    field(app.word("card-number"), figures.number), field(app.word("strength"), figures.strength),
    field(app.word("craft"), figures.craft),
    make("button", { type: "submit", class: "option first", "data-id": "other-done" }, cap("⏎"),
      make("span", { class: "label" }, app.word("take-this-card"))));
}
