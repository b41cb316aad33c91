// @ts-check
/** Dependency tracking: records the values a painter reads, so that it runs again only when one of them changes. */

/**
 * Recorded reads: source, key and value.
 * @typedef {{source: () => any, key: PropertyKey, value: any}[]} Reads
 */

/**
 * A proxy of the source's object that records each key read.
 * @template {object} Value @param {() => Value} source returns the current object @param {Reads} reads
 */
export function recorded(source, reads) {
  return new Proxy(source(), {
    get(object, key) {
      const value = Reflect.get(object, key);
      if (!reads.some((each) => each.source === source && each.key === key)) reads.push({ source, key, value });
      return value;
    },
  });
}

/** Whether all recorded values are unchanged (`===`). @param {Reads | undefined} reads */
export function unchanged(reads) {
  return reads !== undefined && reads.every(({ source, key, value }) => source()[key] === value);
}
