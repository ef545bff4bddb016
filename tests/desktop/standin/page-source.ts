import { makeCloneCodec } from './clone-codec.ts'
import { holdDisplayMedia } from './page/hold-display-media.ts'
import { holdPopups } from './page/hold-popups.ts'
import { startPreload } from './page/preload-host.ts'
import { makeWorldBridge } from './page/world-bridge.ts'

/** Name of the isolated world that preloads run in, as Electron names it. */
export const PRELOAD_WORLD = 'Electron Isolated Context'

/** The binding by which the isolated world sends to main. */
export const SEND_BINDING = '__standInSend'

/** The function by which it receives. */
export const RECEIVE_FUNCTION = '__standInReceive'

export interface PreloadProcess {
  readonly argv: readonly string[]
  readonly platform: string
  readonly arch: string
  readonly versions: object
  readonly env: object
  readonly type: string
  readonly sandboxed: boolean
  readonly contextIsolated: boolean
}

/**
 * The scripts that run before a page's own: one in the page's world, one with the preload in the
 * isolated world. They know each other by a secret that the page never sees. Main frames only.
 */
export function pageSources(
  secret: string,
  process: PreloadProcess,
  preload: string,
): { readonly page: string; readonly isolated: string } {
  const text = JSON.stringify
  const names = { send: SEND_BINDING, receive: RECEIVE_FUNCTION }
  return {
    page: `if (window === window.top) for (const bridge of [
      (${makeWorldBridge})(${text(`${secret}-page`)}, ${text(`${secret}-isolated`)})]) {
      (${holdPopups})(bridge);
      (${holdDisplayMedia})(bridge);
    }`,
    isolated: `if (window === window.top) (${startPreload})(
      ${text(names)}, ${text(process)},
      (${makeCloneCodec})(),
      (${makeWorldBridge})(${text(`${secret}-isolated`)}, ${text(`${secret}-page`)}),
      function (require, module, exports, process, global) {
        ${preload}
      });`,
  }
}
