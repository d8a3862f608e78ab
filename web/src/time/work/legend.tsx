// Legend of the bars: the end of an attempt by sign, pattern and colour; its owner by height.
const looks = [
  { kind: "good", sign: "✔", words: "landed, proved or passed" },
  { kind: "strong", sign: "○", words: "reported: by its agent’s word alone" },
  { kind: "bad", sign: "↺ ✖", words: "returned or failed" },
  { kind: "busy", sign: "▶", words: "running" },
  { kind: "doubt", sign: "?", words: "lost" },
  { kind: "dim", sign: "■", words: "stopped, or doesn’t count" },
  { kind: "dim check", sign: "", words: "low: a check" },
] as const;

export const Legend = () => (
  <ul className="legend small dim" aria-label="Legend">
    {looks.map(({ kind, sign, words }) => (
      <li key={kind}>
        <span className={`bar ${kind}`} aria-hidden="true">
          {sign}
        </span>{" "}
        {words}
      </li>
    ))}
  </ul>
);
