// Normalisation of look-alike names and verdicts in stigmergy.

/** Letters of other scripts, and Latin ones that are drawn like them, in the same order. Capitals have their own: some look like another letter than their small form. */
const drawn: readonly (readonly [string, string])[] = [
  ["АВЕЅІЈКМНОРСТУХԚԜ", "ABESIJKMHOPCTYXQW"],
  ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"],
  ["аеѕіјорсухԁԛԝһӏ", "aesijopcyxdqwhl"],
  ["вкмнт", "bkmht"],
  ["αονυιρϳκτχ", "aovuipjktx"],
  ["ıɑɡ", "iag"],
];
const likeness: ReadonlyMap<string, string> = new Map(
  drawn.flatMap(([letters, latin]) =>
    [...letters].map((letter, index) => [letter, latin[index] ?? letter] as const),
  ),
);

/** Without case, width, accents, blanks, characters that nobody sees, and which script a letter is of. */
export const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{L}/gu, (letter) => likeness.get(letter) ?? letter)
    .toLowerCase()
    .replace(/[\s\p{C}\u115f\u1160]|[\u0300-\u036f]|[\ufe00-\ufe0f]/gu, "");
