// Form of the page: its fields, general errors and buttons.
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useRef,
} from "react";
import { Prose } from "../style/prose.tsx";
import { FieldErrors } from "./labelled.tsx";
import { errorsAt, type FieldError } from "./field-errors.ts";

type Props = {
  readonly label: string;
  readonly className?: string;
  readonly errors: readonly FieldError[];
  /** Takes what the browser finds wrong: then nothing is sent. */
  readonly onErrors?: (errors: readonly FieldError[]) => void;
  readonly onSubmit: () => Promise<void>;
  /** Selector of the initial focus; null: the focus stays. */
  readonly start?: string | null;
  /** The submit button. `means`: its effect. */
  readonly send: {
    readonly label: string;
    readonly busy: boolean;
    readonly busyLabel?: string;
    readonly look?: string;
    readonly means?: string;
  };
  readonly onClose?: (() => void) | null;
  readonly children: ReactNode;
};

/** What the browser finds wrong, each at its control's name. */
const invalidIn = (form: HTMLFormElement): readonly FieldError[] =>
  [...form.elements].flatMap((control) =>
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
      ? control.checkValidity()
        ? []
        : [{ at: control.name, text: control.validationMessage }]
      : [],
  );

/** If a double click's first click opened the form, its second must not submit. */
const ignoreSecond = (event: MouseEvent): void => {
  if (event.detail > 1) event.preventDefault();
};

const Buttons = ({ send, onClose = null }: Pick<Props, "send" | "onClose">) => (
  <p className="ends">
    <button
      type="submit"
      className={send.look ?? "first"}
      aria-disabled={send.busy}
      onClick={ignoreSecond}
    >
      {send.busy ? (send.busyLabel ?? "Sending …") : send.label}
    </button>
    {send.means === undefined ? null : (
      <span className="means">
        <Prose text={send.means} />
      </span>
    )}
    {onClose === null ? null : (
      <button type="button" className="plain" onClick={onClose}>
        Close
      </button>
    )}
  </p>
);

export const Form = (props: Props) => {
  const { label, className = "answer", errors, onErrors, onSubmit, start = null, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const focus = (selector: string): void => {
    const field = form.current?.querySelector<HTMLElement>(selector);
    // One in a folded part can't take the focus.
    for (let at = field?.closest("details"); at; at = at.parentElement?.closest("details"))
      at.open = true;
    field?.focus();
  };
  useEffect(() => {
    if (start !== null) focus(start);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is there
  }, []);
  useEffect(() => {
    if (errors.length > 0) focus("[aria-invalid=true]");
  }, [errors]);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const wrong = onErrors === undefined || form.current === null ? [] : invalidIn(form.current);
    if (wrong.length > 0) onErrors?.(wrong);
    else void onSubmit();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key !== "Enter") return;
    // A key held down that opened the form must not submit it.
    if (event.repeat && start !== null) event.preventDefault();
    const isField = event.target instanceof HTMLElement && event.target.matches("input, textarea");
    if (isField && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
  };
  return (
    <form
      ref={form}
      className={className}
      aria-label={label}
      noValidate
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      {children}
      <div role="alert">
        <FieldErrors errors={errorsAt(errors, null)} />
      </div>
      <Buttons {...props} />
    </form>
  );
};
