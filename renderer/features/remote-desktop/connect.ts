import { decryptRdp, type RemoteDesktop } from '#shared/contract/remote-desktop.ts'
import { type Desktop, USE_DESKTOP_APP } from '../../services/desktop/desktop.ts'
import type { ApiClient } from '../../services/http/api-client.ts'

/**
 * Opens a remote session through the desktop client (spec 3 §2). The password comes from the server for
 * this one launch and goes straight to the host.
 *
 * @returns what the person is told where it didn't open; null where it did
 * @throws ApiError where the server doesn't give the password
 */
export async function connect(
  { api, desktop }: { readonly api: ApiClient; readonly desktop: Desktop },
  entry: RemoteDesktop,
): Promise<string | null> {
  if (!desktop.available) return USE_DESKTOP_APP
  const { address, username: userName, password } = await api.call(decryptRdp, entry, { quiet: true })
  const result = await desktop.invoke('cloudDesktopStart', { address, userName, password })
  if (result.ok) return null
  // An older desktop client has no such command.
  return result.error.code === 'badRequest' ? USE_DESKTOP_APP : result.error.message
}
