// Why: whoever acted hears what came of it, whether he sees or listens, without anything moving away under his hands.
import "./toasts.css";
import { useEffect, useState } from "react";
import { linesMost, type Said, staysMs, unsay, useSaid } from "./said.ts";
import { Advice } from "../style/advice.tsx";

const Toast = ({
  said: { id, tone, text, lines },
  held,
}: {
  readonly said: Said;
  readonly held: boolean;
}) => {
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => unsay(id), staysMs);
    return () => clearTimeout(timer);
  }, [id, held]);
  return (
    <li className={`note ${tone}`}>
      <div>
        <p>
          <span className={`mark ${tone}`} aria-hidden="true">
            {tone === "good" ? "✔" : "✖"}
          </span>
          <strong>
            <Advice text={text} />
          </strong>
        </p>
        {lines.length === 0 ? null : (
          <ul className="small dim">
            {lines.slice(0, linesMost).map((line, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same line may come twice, and none ever moves
              <li key={index}>
                <Advice text={line} />
              </li>
            ))}
            {lines.length > linesMost ? <li>and {lines.length - linesMost} more</li> : null}
          </ul>
        )}
      </div>
      <button type="button" className="plain" aria-label="Dismiss" onClick={() => unsay(id)}>
        ✕
      </button>
    </li>
  );
};

export const Toasts = () => {
  const all = useSaid();
  const [held, setHeld] = useState(false);
  return (
    <section
      className="toasts"
      aria-label="Notifications"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <div role="status" aria-live="polite" aria-relevant="additions">
        {all.length === 0 ? null : (
          <ul className="all">
            {all.map((said) => (
              <Toast key={said.id} said={said} held={held} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
};
