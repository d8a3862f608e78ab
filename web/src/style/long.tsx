// Long text within a page: its beginning, and all of it at one click.
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

/** @param name for screen readers */
export const Long = ({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}) => {
  const box = useRef<HTMLDivElement>(null);
  const [cut, setCut] = useState(false);
  const [whole, setWhole] = useState(false);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null || whole) return;
    const look = (): void => setCut(current.scrollHeight > current.clientHeight + 1);
    look();
    const watch = new ResizeObserver(look);
    watch.observe(current);
    if (current.firstElementChild !== null) watch.observe(current.firstElementChild);
    return () => watch.disconnect();
  }, [whole]);
  return (
    <>
      <div
        className="known"
        data-whole={whole}
        ref={box}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
        tabIndex={0}
        role="group"
        aria-label={name}
      >
        <div>{children}</div>
      </div>
      {cut || whole ? (
        <button
          type="button"
          className="plain small show-all"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? `Show less of ${name}` : `Show all of ${name}`}
        </button>
      ) : null}
    </>
  );
};
