// Why: what a bar's look means must be read, not guessed; its colour alone says it to nobody who can't see colours.
const looks = [
  { kind: "over", words: "an agent's attempt" },
  { kind: "over check", words: "a check" },
  { kind: "live", words: "▶ under way" },
  { kind: "lost", words: "? no word of its end" },
  { kind: "several", words: "2× several, too near to tell apart: look closer" },
] as const;

export const Legend = () => (
  <ul className="legend small dim" aria-label="what the bars mean">
    {looks.map(({ kind, words }) => (
      <li key={kind}>
        <span className={`bar ${kind}`} aria-hidden="true" /> {words}
      </li>
    ))}
  </ul>
);
