/** Painting only what changed: what a painter reads is recorded, and it paints again when one of these is another. */

/**
 * Values by source and key, as they were read.
 * @typedef {{source: () => any, key: PropertyKey, value: any}[]} Reads
 */

/** The object, noting each key that is read. @param {() => any} source gives the object of the moment @param {Reads} reads */
export function recorded(source, reads) {
  return new Proxy(source(), {
    get(object, key) {
      const value = object[key];
      if (!reads.some((each) => each.source === source && each.key === key)) reads.push({ source, key, value });
      return value;
    },
  });
}

/** Whether all that was read is as it was. @param {Reads | undefined} reads */
export function unchanged(reads) {
  return reads !== undefined && reads.every(({ source, key, value }) => source()[key] === value);
}
