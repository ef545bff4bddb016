import * as z from 'zod/mini'
import { readCredential, removeCredential, writeCredential } from './calls/credentials.ts'
import { adapters, dialled, setVpnCredentials, wifiSignal } from './calls/networks.ts'
import { endTree } from './calls/process-tree.ts'
import { closePrograms, frontProgram, isRunning } from './calls/programs.ts'
import { machineID, proxySetting } from './calls/registry.ts'
import { fileSignature } from './calls/signature.ts'
import type { WindowsApi } from './windows-api.ts'

interface WindowsCall<Input extends z.ZodMiniType, Output extends z.ZodMiniType> {
  readonly input: Input
  readonly output: Output
  /** After how many milliseconds its process is ended. */
  readonly limitMs: number
  /** Takes so long that it is given a process of its own. */
  readonly isLong?: boolean
  run(api: WindowsApi, input: z.infer<Input>): z.infer<Output>
}

const declare = <Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  call: WindowsCall<Input, Output>,
) => call

const USUAL_MS = 4_000
const nothing = z.object({})
const secret = { userName: z.string(), password: z.string() }
const target = z.object({ target: z.string() })

/** What the client asks of Windows, each with its time limit. All of it runs in the helper process. */
export const WINDOWS_CALLS = {
  writeCredential: declare({
    input: z.object({ target: z.string(), ...secret }),
    output: z.null(),
    limitMs: USUAL_MS,
    run: writeCredential,
  }),
  readCredential: declare({
    input: target,
    output: z.nullable(z.object(secret)),
    limitMs: USUAL_MS,
    run: readCredential,
  }),
  removeCredential: declare({
    input: target,
    output: z.null(),
    limitMs: USUAL_MS,
    run: removeCredential,
  }),
  machineID: declare({ input: nothing, output: z.string(), limitMs: USUAL_MS, run: machineID }),
  proxySetting: declare({
    input: nothing,
    output: z.nullable(z.string()),
    limitMs: USUAL_MS,
    run: proxySetting,
  }),
  frontProgram: declare({
    input: nothing,
    output: z.nullable(z.object({ program: z.string(), name: z.string() })),
    limitMs: USUAL_MS,
    run: frontProgram,
  }),
  isRunning: declare({
    input: z.object({ image: z.string() }),
    output: z.boolean(),
    limitMs: USUAL_MS,
    run: isRunning,
  }),
  closePrograms: declare({
    input: z.object({ images: z.array(z.string()) }),
    output: z.number(),
    limitMs: USUAL_MS,
    run: closePrograms,
  }),
  endTree: declare({
    input: z.object({ id: z.int() }),
    output: z.number(),
    limitMs: USUAL_MS,
    run: endTree,
  }),
  wifiSignal: declare({
    input: nothing,
    output: z.nullable(z.number()),
    limitMs: USUAL_MS,
    run: wifiSignal,
  }),
  dialled: declare({
    input: nothing,
    output: z.array(z.object({ entry: z.string(), connectedMs: z.number() })),
    limitMs: USUAL_MS,
    run: (api) => dialled(api),
  }),
  setVpnCredentials: declare({
    input: z.object({
      entry: z.string(),
      phoneBook: z.nullable(z.string()),
      ...secret,
      clear: z.boolean(),
    }),
    output: z.null(),
    limitMs: USUAL_MS,
    run: setVpnCredentials,
  }),
  adapters: declare({
    input: nothing,
    output: z.array(z.object({ name: z.string(), description: z.string() })),
    limitMs: USUAL_MS,
    run: (api) => adapters(api),
  }),
  fileSignature: declare({
    input: z.object({ file: z.string() }),
    output: z.object({ status: z.number(), signer: z.string() }),
    // The whole installer is read.
    limitMs: 30_000,
    isLong: true,
    run: fileSignature,
  }),
}

type Calls = typeof WINDOWS_CALLS
export type WindowsCallName = keyof Calls
export type WindowsInput<Name extends WindowsCallName> = z.infer<Calls[Name]['input']>
export type WindowsOutput<Name extends WindowsCallName> = z.infer<Calls[Name]['output']>

/** Asks Windows something. Rejects with `WindowsFailure`. */
export type AskWindows = <Name extends WindowsCallName>(
  name: Name,
  input: WindowsInput<Name>,
) => Promise<WindowsOutput<Name>>

/** Windows, as the services see it. */
export interface WindowsInterface {
  readonly ask: AskWindows
  /** Tells whenever an address of this machine changes. Rejects with `WindowsFailure` where Windows can't tell. */
  readonly watchAddresses: (changed: () => void) => Promise<never>
}
