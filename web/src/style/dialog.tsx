// Dialog on the browser's own element, which keeps the focus and gives it back.
import { type ReactNode, useEffect, useId, useRef } from "react";

type DialogProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly wide?: boolean;
};

export const Dialog = ({ open, onClose, title, children, wide = false }: DialogProps) => {
  const box = useRef<HTMLDialogElement>(null);
  const label = useId();
  /** Where the pointer was pressed: a text selection that ends outside closes nothing. */
  const pressed = useRef<EventTarget | null>(null);
  useEffect(() => {
    if (open && box.current?.open === false) {
      box.current.showModal();
      // Focuses its first field, not its close button.
      box.current
        .querySelector<HTMLElement>(
          ".sheet > :not(.head) :is(input, textarea, select, .ends button)",
        )
        ?.focus();
    }
    if (!open && box.current?.open === true) box.current.close();
  }, [open]);
  return (
    <dialog
      ref={box}
      className={wide ? "wide" : undefined}
      aria-labelledby={label}
      onClose={onClose}
      onPointerDown={({ target }) => void (pressed.current = target)}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && pressed.current === target) currentTarget.close();
      }}
    >
      {open ? (
        <div className="sheet">
          <div className="head">
            <h2 id={label}>{title}</h2>
            <button
              type="button"
              className="plain"
              aria-label="Close"
              onClick={() => box.current?.close()}
            >
              ✕
            </button>
          </div>
          {children}
        </div>
      ) : null}
    </dialog>
  );
};
