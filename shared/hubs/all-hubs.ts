import { chatHub } from './chat.ts'
import { livePanelHub } from './live-panel.ts'
import { magicHub } from './magic.ts'
import { mainHub } from './main.ts'

/** Every declared hub: what the server must serve. */
export const allHubs = { chatHub, livePanelHub, magicHub, mainHub }
