import { IconKeyboard, IconLifebuoy } from '@tabler/icons-react'
import { guideFor, TICKET_TYPES } from '#shared/domain/ticket-guide.ts'
import type { Services } from '../../services/services.ts'
import { HOTKEYS, type HotkeyEntry } from '../hotkeys/hotkeys.ts'
import { bestOf } from './match.ts'
import { listSource, type SwitcherItem, type SwitcherSource } from './source.ts'
import { SWITCHER_TEXT as TEXT } from './text.ts'

const ICON = { size: 20, stroke: 1.7 }

/** Where there is help: what the ticket guide knows of, which leads to its questions, and what keys do. */
export function helpSource(dialogs: Services['dialogs']): SwitcherSource {
  const items = [
    ...TICKET_TYPES.map(
      (type): SwitcherItem => ({
        id: `help:${type}`,
        title: type,
        hint: TEXT.askForHelp,
        keywords: guideFor(type)
          .flatMap(({ message, options = [] }) => [message, ...options])
          .join(' '),
        icon: <IconLifebuoy {...ICON} />,
        run: () => dialogs.open('raise-ticket', { type }),
      }),
    ),
    ...HOTKEYS.map(
      (hotkey: HotkeyEntry): SwitcherItem => ({
        id: `help:key:${hotkey.id}`,
        title: hotkey.does,
        hint: [
          ...hotkey.combos.map(({ shown }) => shown.join(' + ')),
          ...(hotkey.where ? [hotkey.where] : []),
        ].join(' · '),
        keywords: TEXT.shortcutWords,
        icon: <IconKeyboard {...ICON} />,
        run: () => dialogs.open('hotkeys'),
      }),
    ),
  ]
  // An empty text suggests nothing.
  return listSource('help', TEXT.help, items, (all, text) => (text.trim() === '' ? [] : bestOf(all, text)))
}
