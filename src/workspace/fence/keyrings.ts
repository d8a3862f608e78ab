// System call filter that blocks a sandbox's access to the kernel's keyrings, which have no namespace.

/** By the system's name of an architecture: numbers of add_key, request_key and keyctl. A processor may run programs of both. */
const calls: Readonly<
  Partial<Record<NodeJS.Architecture, readonly (readonly [number, readonly number[]])[]>>
> = {
  x64: [
    [0xc0_00_00_3e, [248, 249, 250]],
    [0x40_00_00_03, [286, 287, 288]],
  ],
  arm64: [
    [0xc0_00_00_b7, [217, 218, 219]],
    [0x40_00_00_28, [309, 310, 311]],
  ],
};

const load = 0x20;
const equal = 0x15;
const and = 0x54;
const answer = 0x06;
const [nrAt, archAt] = [0, 4];
const allowed = 0x7f_ff_00_00;
/** EPERM */
const denied = 0x00_05_00_01;
/** Calls of the x32 ABI have one more bit. */
const withoutKind = 0xbf_ff_ff_ff;

type Step = readonly [code: number, yes: number, no: number, value: number];

const block = ([arch, numbers]: readonly [number, readonly number[]]): readonly Step[] => [
  [load, 0, 0, archAt],
  [equal, 0, numbers.length + 4, arch],
  [load, 0, 0, nrAt],
  [and, 0, 0, withoutKind],
  ...numbers.map((number, at): Step => [equal, numbers.length - at, 0, number]),
  [answer, 0, 0, allowed],
  [answer, 0, 0, denied],
];

const bytesOf = ([code, yes, no, value]: Step): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(yes, 2);
  bytes.writeUInt8(no, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
};

/** In the kernel's format; null: unknown processor. */
export const keyringFilter = (): Buffer | null => {
  const known = calls[process.arch];
  return known === undefined
    ? null
    : Buffer.concat([...known.flatMap(block), [answer, 0, 0, allowed] as const].map(bytesOf));
};
