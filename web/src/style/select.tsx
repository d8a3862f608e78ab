// Choice from a list of values. A chosen value that isn't in the list (any more) stays in it.
type Props = {
  readonly label: string;
  /** The label is visible above it; otherwise only for screen readers. */
  readonly labelled?: boolean;
  readonly value: string;
  /** Pairs of value and text. */
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
};

export const Select = ({ label, labelled = false, value, options, onChoose }: Props) => {
  const all = options.some(([one]) => one === value) ? options : [...options, [value, value]];
  const select = (
    <select
      {...(labelled ? {} : { "aria-label": label, title: label })}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
    >
      {all.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  );
  return labelled ? (
    <label>
      <span className="small dim">{label}</span>
      {select}
    </label>
  ) : (
    select
  );
};
