import { isOwnPage } from '../protocol/own-page.ts'

/** `media`: microphone and camera, for hardware testing, calls and meetings. */
const ALWAYS = new Set(['notifications', 'media'])

/** Permissions that a page needs to reach a server on this machine. */
const FOR_LOOPBACK_SERVER = new Set(['local-network-access', 'loopback-network'])

/** Decides a permission for a page: only listed ones, only for our pages. */
export type PermissionPolicy = (permission: string, url: string) => boolean

export function permissionPolicy(server: { readonly loopback: boolean }): PermissionPolicy {
  return (permission, url) =>
    isOwnPage(url) && (ALWAYS.has(permission) || (server.loopback && FOR_LOOPBACK_SERVER.has(permission)))
}
