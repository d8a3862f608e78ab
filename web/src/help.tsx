// Help on keyboard shortcuts, made from the table that they work by.
import { Fragment, useState } from "react";
import { keysByPlace, useKey } from "./keys.ts";
import { Dialog } from "./style/dialog.tsx";

const places = [
  ["everywhere", "Everywhere"],
  ["lists", "In lists"],
  ["a run", "On the page of a run"],
] as const;
const keyNames: Readonly<Record<string, string>> = { Escape: "Esc" };

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
          {places.map(([place, heading]) => (
            <section key={place}>
              <h3>{heading}</h3>
              <dl>
                {keysByPlace[place].map(({ action, key, means }) => (
                  <Fragment key={action}>
                    <dt>
                      <kbd>{keyNames[key] ?? key}</kbd>
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
