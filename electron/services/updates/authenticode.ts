import type { WindowsInterface } from '../../platform/windows/windows-calls.ts'

/**
 * Checks that an installer has a valid Windows signature by one of the publishers. In doubt it is refused,
 * while electron-updater's own check accepts a file where PowerShell fails.
 *
 * @throws with the reason
 */
export async function checkSignature(
  file: string,
  publishers: readonly string[],
  { windows }: { readonly windows: Pick<WindowsInterface, 'ask'> },
): Promise<void> {
  const { status, signer } = await windows.ask('fileSignature', { file })
  if (status !== 0) {
    // As Windows' documentation writes it: 0x800b0100 for a file without a signature.
    const code = `0x${(status >>> 0).toString(16).padStart(8, '0')}`
    throw new Error(`The signature of the installer is not valid (${code}).`)
  }
  if (!publishers.includes(signer)) throw new Error('The installer is signed by somebody else.')
}
