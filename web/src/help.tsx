// Why: whoever wants to go fast finds all keys in one place, made from the table that they work by.
import { Fragment, useState } from "react";
import { keyTable, useKey } from "./keys.ts";
import { Dialog } from "./style/dialog.tsx";

const places = ["everywhere", "lists", "a run"] as const;
const named: Readonly<Record<string, string>> = { Escape: "Esc" };

export const Help = () => {
  const [open, setOpen] = useState(false);
  useKey("help", () => setOpen(true));
  return (
    <>
      <button
        type="button"
        className="plain help"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        onClick={() => setOpen(true)}
      >
        ?
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Keyboard shortcuts" wide>
        <div className="keys">
          {places.map((place) => (
            <section key={place}>
              <h3>
                {place === "everywhere"
                  ? "Everywhere"
                  : place === "lists"
                    ? "In lists"
                    : "On the page of a run"}
              </h3>
              <dl>
                {keyTable
                  .filter((key) => key.place === place)
                  .map(({ action, keys, means }) => (
                    <Fragment key={action}>
                      <dt>
                        {keys.map((key, index) => (
                          <Fragment key={key}>
                            {index === 0 ? null : " then "}
                            <kbd>{named[key] ?? key}</kbd>
                          </Fragment>
                        ))}
                      </dt>
                      <dd>{means}</dd>
                    </Fragment>
                  ))}
              </dl>
            </section>
          ))}
        </div>
      </Dialog>
    </>
  );
};
