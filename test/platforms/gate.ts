/** A closed door that a test opens once: what is held behind `opened` goes on then. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** Makes a closed gate. */
export function createGate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
