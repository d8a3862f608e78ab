// An animated SVG of a recording: a strip of screens side by side, moved by CSS, so that it plays wherever a picture is shown.
import type { Frame, Span } from "./screen.ts";
import type { Size } from "./terminal.ts";

const CELL = { width: 8.4, height: 18, size: 14 };
const PAD = 14;
/** How long the last screen stays before it begins anew. */
const END_MS = 6_000;
/** The eight colours of a terminal, and their bright ones, on a dark ground; each has a contrast of 4.5 and more. */
const COLORS = [
  "#8b949e",
  "#ff7b72",
  "#3fb950",
  "#d29922",
  "#79c0ff",
  "#d2a8ff",
  "#56d4dd",
  "#c9d1d9",
];

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const round = (value: number): number => Math.round(value * 100) / 100;

const spanText = ({ text, column, color, bold, dim }: Span): string => {
  const fill = color === null ? "" : ` fill="${COLORS[color % COLORS.length] ?? ""}"`;
  const look = [bold ? "b" : "", dim ? "d" : ""].filter((name) => name !== "").join(" ");
  const lead = text.length - text.trimStart().length;
  const shown = text.trimStart();
  // textLength keeps the columns true in whatever monospaced font the reader has.
  const length = round([...shown].length * CELL.width);
  return `<text x="${round((column + lead) * CELL.width)}" textLength="${length}"${fill}${look === "" ? "" : ` class="${look}"`}>${escaped(shown)}</text>`;
};

export const svgOf = (frames: readonly Frame[], { columns, rows }: Size, title: string): string => {
  const width = Math.ceil(columns * CELL.width + 2 * PAD);
  const height = rows * CELL.height + 2 * PAD;
  const ids = new Map<string, string>();
  const pictures = frames.map(({ rows: lines }, index) => {
    const uses = lines.flatMap((spans, row) => {
      if (spans.length === 0) return [];
      const drawn = spans.map(spanText).join("");
      const id = ids.get(drawn) ?? `r${ids.size}`;
      ids.set(drawn, id);
      return [`<use href="#${id}" y="${row * CELL.height}"/>`];
    });
    return `<g transform="translate(${index * width} 0)">${uses.join("")}</g>`;
  });
  const total = (frames.at(-1)?.at ?? 0) + END_MS;
  const steps = frames.map(
    ({ at }, index) => `${round((at / total) * 100)}%{transform:translateX(${-index * width}px)}`,
  );
  const last = `transform:translateX(${-(frames.length - 1) * width}px)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="t">
<title id="t">${escaped(title)}</title>
<style>
text{font:${CELL.size}px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;white-space:pre}
.b{font-weight:700}.d{opacity:.7}
.s{animation:s ${round(total / 1000)}s step-end infinite}
@keyframes s{${steps.join("")}100%{${last}}}
@media (prefers-reduced-motion:reduce){.s{animation:none;${last}}}
</style>
<defs>
${[...ids].map(([drawn, id]) => `<g id="${id}">${drawn}</g>`).join("\n")}
</defs>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<svg x="${PAD}" y="${PAD}" width="${width - PAD}" height="${height - PAD}" fill="#e6edf3"><g class="s"><g transform="translate(0 ${CELL.size})">
${pictures.join("\n")}
</g></g></svg>
</svg>
`;
};
