// Why: names and verdicts are read by people and models, who go by what letters look like; so what only looks like another name or verdict counts as that one.

/** Letters of other scripts that are drawn like Latin ones, with these in the same order. Capitals go before case does: some look like another letter than their small form. */
const drawn = "АВЕЅІЈКМНОРСТУХԚԜ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "аеѕіјорсухԁԛԝһӏ" + "αονυιρϳ" + "ıɑɡ" + "вкмнт" + "κτχ";
const latin = "ABESIJKMHOPCTYXQW" + "ABEZHIKMNOPTYX" + "aesijopcyxdqwhl" + "aovuipj" + "iag" + "bkmht" + "ktx";
const likeness: ReadonlyMap<string, string> = new Map([...drawn].map((letter, index) => [letter, latin[index] ?? letter]));

/** Without case, width, accents, blanks, characters that nobody sees, and which script a letter is of. */
export const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{L}/gu, (letter) => likeness.get(letter) ?? letter)
    .toLowerCase()
    .replace(/[\s\p{C}\u0300-\u036f\u115f\u1160\ufe00-\ufe0f]/gu, "");
