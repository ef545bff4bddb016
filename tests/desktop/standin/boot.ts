/** What the launcher knows before the product's main file runs. */
export interface Boot {
  /** Switches of the command line without their dashes: `--a=b` is `a` → `b`. */
  readonly switches: ReadonlyMap<string, string>
  readonly appFolder: string
  readonly mainFile: string
  readonly package: { readonly name: string; readonly productName?: string; readonly version: string }
  /** Settles when the app may become ready: at once, or when the test driver says so. */
  readonly mayBeReady: Promise<void>
}

let boot: Boot | null = null

export function setBoot(value: Boot): void {
  boot = value
}

export function getBoot(): Boot {
  if (!boot) throw new Error('electron stand-in: not started by its launcher')
  return boot
}
