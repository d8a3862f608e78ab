// Confirmation before an action that can't be undone; the focus goes to its “No”.
import { type ReactNode, useEffect, useRef } from "react";

export const Confirmation = ({
  className,
  look,
  label,
  busy = false,
  onConfirm,
  onCancel,
  children,
}: {
  readonly className: string;
  readonly look: string;
  readonly label: string;
  readonly busy?: boolean;
  /** If absent, the button submits the surrounding form. */
  readonly onConfirm?: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) => {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <div className={className} role="alert">
      <p>{children}</p>
      <p className="ends">
        <button
          type={onConfirm === undefined ? "submit" : "button"}
          className={look}
          aria-disabled={busy}
          onClick={onConfirm}
        >
          {busy ? "Sending …" : label}
        </button>
        <button ref={cancel} type="button" className="plain" onClick={onCancel}>
          No
        </button>
      </p>
    </div>
  );
};
