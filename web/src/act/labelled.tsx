// Frame of a form's field: its label, hint and errors; and the field for plain text.
import { type ReactNode, useId } from "react";
import { Advice } from "../style/advice.tsx";
import { Prose } from "../style/prose.tsx";
import type { FieldError } from "./field-errors.ts";

export const FieldErrors = ({
  errors,
  id,
}: {
  readonly errors: readonly FieldError[];
  readonly id?: string;
}) =>
  errors.length === 0 ? null : (
    <ul className="noes" id={id}>
      {errors.map(({ text, fits }) => (
        <li key={text}>
          <span className="bad">
            <span aria-hidden="true">✖</span> <Advice text={text} />
          </span>
          {fits === null || fits === undefined ? null : (
            <span className="dim">
              {" "}
              · <Advice text={fits} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );

type LabelProps = {
  /** Of the control that `children` renders. */
  readonly id: string;
  readonly label: ReactNode;
  readonly optional?: boolean;
  readonly hint?: string;
  readonly errors?: readonly FieldError[];
  readonly children: ReactNode;
};

export const Labelled = ({
  id,
  label,
  optional = false,
  hint = "",
  errors = [],
  children,
}: LabelProps) => (
  <div className="field">
    <label htmlFor={id}>
      {label}
      {optional ? <span className="dim"> (optional)</span> : null}
    </label>
    {children}
    {hint === "" ? null : (
      <p className="dim small" id={`${id}-hint`}>
        <Prose text={hint} />
      </p>
    )}
    <FieldErrors errors={errors} id={`${id}-no`} />
  </div>
);

/** ARIA attributes for a control's hint and errors, as rendered by `Labelled`. */
export const describedBy = (id: string, errors: readonly FieldError[]) => ({
  id,
  "aria-invalid": errors.length > 0,
  "aria-describedby": `${id}-hint ${id}-no`,
});

/** `rows`: for a text of several lines; without it a single line. */
export const TextField = ({
  value,
  onValue,
  rows,
  at,
  required,
  placeholder,
  className,
  ...rest
}: Omit<LabelProps, "id" | "children"> & {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly rows?: number;
  /** Its pointer: an error of the browser's own check stands beside it. */
  readonly at?: string;
  readonly required?: boolean;
  readonly placeholder?: string;
  readonly className?: string;
}) => {
  const id = useId();
  const control = {
    ...describedBy(id, rest.errors ?? []),
    value,
    placeholder,
    className,
    name: at,
    required,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onValue(target.value),
  };
  return (
    <Labelled {...rest} id={id}>
      {rows === undefined ? (
        <input {...control} autoComplete="off" />
      ) : (
        <textarea {...control} rows={rows} />
      )}
    </Labelled>
  );
};
