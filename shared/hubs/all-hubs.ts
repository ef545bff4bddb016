import { chatHub } from './chat.ts'
import { magicHub } from './magic.ts'
import { mainHub } from './main.ts'

/** Every declared hub: what the server must serve. */
export const allHubs = { chatHub, magicHub, mainHub }
