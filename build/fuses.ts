import { FuseV1Options, FuseVersion } from '@electron/fuses'

/**
 * What the packaged client's binary can do, each switch explicit (docs/desktop.md): a new one of a
 * newer Electron stops the packaging until somebody decides it.
 */
export const FUSES = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // It is no Node: nobody runs scripts with our signature.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // Cookies are kept by the system's own encryption.
  [FuseV1Options.EnableCookieEncryption]: true,
  // The archive is the one that was packaged, and nothing beside it is loaded.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // No snapshot of our own is shipped.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // Pages are app://; file:// has no rights.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Out-of-bounds accesses of WebAssembly are caught by the processor: fast, and no weaker.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const
