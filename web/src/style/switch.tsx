// Switch between a few choices side by side.
import "./switch.css";

type Props<T extends string> = {
  readonly label: string;
  /** The label is visible before it; otherwise only for screen readers. */
  readonly labelled?: boolean;
  readonly options: readonly { readonly id: T; readonly label: string }[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
};

export const Switch = <T extends string>({
  label,
  labelled = false,
  options,
  value,
  onChoose,
}: Props<T>) => (
  <div className="switch" role="group" aria-label={label}>
    {labelled ? <span className="small dim">{label}</span> : null}
    {options.map((option) => (
      <button
        key={option.id}
        type="button"
        aria-pressed={option.id === value}
        onClick={() => onChoose(option.id)}
      >
        {option.label}
      </button>
    ))}
  </div>
);
