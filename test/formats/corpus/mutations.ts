// Mutations of JSON values and of texts, all of them for every value and line.

/** As JSON.parse gives it. */
export type Free = ReturnType<typeof JSON.parse>;
export type Mutation = { readonly name: string; readonly document: unknown };

type Change = { readonly name: string; readonly value: unknown };

const far = 1e15;

/** What may stand instead of a value. */
const changesOf = (value: unknown): readonly Change[] => {
  const nothing: Change = { name: "null", value: null };
  if (typeof value === "string")
    return [
      nothing,
      { name: "a number", value: 7 },
      { name: "a list", value: [value] },
      { name: "empty", value: "" },
      { name: "another word", value: "napping" },
      { name: "huge", value: "x".repeat(70_000) },
    ];
  if (typeof value === "number")
    return [
      nothing,
      { name: "a text", value: String(value) },
      { name: "negative", value: -1 },
      { name: "huge", value: far },
      { name: "a part", value: 0.5 },
    ];
  if (typeof value === "boolean")
    return [
      nothing,
      { name: "a text", value: String(value) },
      { name: "a number", value: Number(value) },
    ];
  if (Array.isArray(value))
    return [
      nothing,
      { name: "an object", value: {} },
      { name: "a text", value: "napping" },
      { name: "empty", value: [] },
      { name: "a stranger more", value: [...value, { napping: true }] },
      ...(value.length === 0 ? [] : [{ name: "twice the first", value: [value[0], ...value] }]),
    ];
  if (value === null)
    return [
      { name: "a number", value: 7 },
      { name: "a list", value: [] },
      { name: "a word", value: "napping" },
    ];
  return [
    nothing,
    { name: "a list", value: [] },
    { name: "a text", value: "napping" },
    { name: "empty", value: {} },
  ];
};

/** With another value, or without one, at a path. */
const put = (root: unknown, path: readonly (string | number)[], change: Change | null): unknown => {
  const [key, ...rest] = path;
  if (key === undefined) return change?.value;
  if (Array.isArray(root)) {
    const items = root.map((item: unknown, index) =>
      index === key ? put(item, rest, change) : item,
    );
    return change === null && rest.length === 0 ? items.filter((_, index) => index !== key) : items;
  }
  const members = Object.entries(Object(root)).flatMap(
    ([name, value]): readonly (readonly [string, unknown])[] => {
      if (name !== key) return [[name, value]];
      return change === null && rest.length === 0 ? [] : [[name, put(value, rest, change)]];
    },
  );
  return Object.fromEntries(members);
};

/** With a key's last letter left out, the value and place as they were. */
const misspelled = (root: unknown, path: readonly (string | number)[], key: string): unknown => {
  const [first, ...rest] = path;
  if (first === undefined)
    return Object.fromEntries(
      Object.entries(Object(root)).map(([name, value]) => [
        name === key ? name.slice(0, -1) : name,
        value,
      ]),
    );
  if (Array.isArray(root))
    return root.map((item: unknown, index) =>
      index === first ? misspelled(item, rest, key) : item,
    );
  return Object.fromEntries(
    Object.entries(Object(root)).map(([name, value]) => [
      name,
      name === first ? misspelled(value, rest, key) : value,
    ]),
  );
};

/** Every mutation of a document, each with its place and name. */
export const mutationsOf = (root: unknown): readonly Mutation[] => {
  const found: Mutation[] = [];
  const seen = new Set<string>();
  const walk = (value: unknown, path: readonly (string | number)[]): void => {
    const like = `${path.map((key) => (typeof key === "number" ? "*" : /\d/u.test(key) ? key.replaceAll(/\d+/gu, "#") : key)).join("/")} ${typeof value}`;
    // All entries of a list, and all units by their numbers, are one place.
    if (seen.has(like)) return;
    seen.add(like);
    const at = path.map((key) => `/${key}`).join("");
    if (path.length > 0) found.push({ name: `${at} deleted`, document: put(root, path, null) });
    for (const change of changesOf(value))
      found.push({ name: `${at} as ${change.name}`, document: put(root, path, change) });
    if (typeof value !== "object" || value === null) return;
    if (!Array.isArray(value))
      found.push({
        name: `${at} with a stranger`,
        document: put(root, path, { name: "", value: { ...value, napping: { deep: [1] } } }),
      });
    if (!Array.isArray(value))
      for (const key of Object.keys(value))
        if (key.length > 2)
          found.push({ name: `${at}/${key} misspelled`, document: misspelled(root, path, key) });
    for (const [key, inner] of Object.entries(value))
      walk(inner, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  walk(root, []);
  return found;
};

/** Of a text: each section, table row and line taken out, cut in two, or standing twice. */
export const textMutations = (
  text: string,
): readonly { readonly name: string; readonly text: string }[] => {
  const lines = text.split("\n");
  const without = (from: number, to: number): string =>
    [...lines.slice(0, from), ...lines.slice(to)].join("\n");
  const heads = lines.flatMap((line, at) => (line.startsWith("#") ? [at] : []));
  return [
    { name: "empty", text: "" },
    { name: "cut in two", text: text.slice(0, text.length / 2) },
    ...heads.map((at, index) => ({
      name: `section ${index + 1} deleted`,
      text: without(at, heads[index + 1] ?? lines.length),
    })),
    ...lines.flatMap((line, at) => [
      { name: `line ${at + 1} deleted`, text: without(at, at + 1) },
      {
        name: `line ${at + 1} broken`,
        text: [
          ...lines.slice(0, at),
          line.slice(0, Math.ceil(line.length / 2)),
          ...lines.slice(at + 1),
        ].join("\n"),
      },
      {
        name: `line ${at + 1} twice`,
        text: [...lines.slice(0, at + 1), ...lines.slice(at)].join("\n"),
      },
    ]),
  ];
};
