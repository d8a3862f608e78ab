// Normalisation of look-alike names and verdicts in stigmergy.

/** Letters of other scripts, with the Latin letters that look the same, in the same order. Capitals have their own row, because some look different from their lower case. */
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

/** Normalises case, width, accents, spaces, invisible characters and look-alike letters. */
export const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{L}/gu, (letter) => likeness.get(letter) ?? letter)
    .toLowerCase()
    .replace(/[\s\p{C}\u115f\u1160]|[\u0300-\u036f]|[\ufe00-\ufe0f]/gu, "");
