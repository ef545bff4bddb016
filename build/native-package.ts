/** The package with koffi's native module for 64-bit Windows, as the lock file has it, and the module in it. */
export const NATIVE_PACKAGE = '@koromix/koffi-win32-x64'
export const NATIVE_FILE = 'win32_x64/koffi.node'
