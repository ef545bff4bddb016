import { IconKeyboard, IconLifebuoy } from '@tabler/icons-react'
import { supportSettings } from '#shared/contract/tickets.ts'
import { TICKET_TYPES, type TicketQuestion, usualQuestions } from '#shared/domain/ticket-guide.ts'
import type { Services } from '../../services/services.ts'
import { HOTKEYS, type HotkeyEntry } from '../hotkeys/hotkeys.ts'
import { bestOf } from './match.ts'
import type { SwitcherItem, SwitcherSource } from './source.ts'
import { SWITCHER_TEXT as TEXT } from './text.ts'

const ICON = { size: 20, stroke: 1.7 }
const TYPE = 'help:'
const KEY = 'help:key:'

/**
 * Where there is help: what tickets can be about, found by name and questions, and what keys do. The company's types
 * are read with the first search; until then, and where that fails, they are those of every company.
 */
export function helpSource({ api, dialogs }: Pick<Services, 'api' | 'dialogs'>): SwitcherSource {
  const typeItem = (type: string, questions: readonly TicketQuestion[]): SwitcherItem => ({
    id: `${TYPE}${type}`,
    title: type,
    hint: TEXT.askForHelp,
    keywords: questions.flatMap(({ message, options }) => [message, ...options]).join(' '),
    icon: <IconLifebuoy {...ICON} />,
    run: () => dialogs.open('raise-ticket', { type }),
  })
  const keys = HOTKEYS.map(
    (hotkey: HotkeyEntry): SwitcherItem => ({
      id: `${KEY}${hotkey.id}`,
      title: hotkey.does,
      hint: [
        ...hotkey.combos.map(({ shown }) => shown.join(' + ')),
        ...(hotkey.where ? [hotkey.where] : []),
      ].join(' · '),
      keywords: TEXT.shortcutWords,
      icon: <IconKeyboard {...ICON} />,
      run: () => dialogs.open('hotkeys'),
    }),
  )
  const usual = () => TICKET_TYPES.map((type) => typeItem(type, usualQuestions(type)))
  let types: readonly SwitcherItem[] | null = null
  const read = async () => {
    try {
      const { ticketTypes } = await api.call(supportSettings, undefined, { quiet: true })
      types = ticketTypes.map(({ value, questions = usualQuestions(value) }) => typeItem(value, questions))
      return types
    } catch {
      // The next search asks again.
      return usual()
    }
  }
  return {
    id: 'help',
    label: TEXT.help,
    search(text) {
      // An empty text suggests nothing.
      if (text.trim() === '') return []
      if (types) return bestOf([...types, ...keys], text)
      return read().then((known) => bestOf([...known, ...keys], text))
    },
    find(id) {
      const known = [...(types ?? usual()), ...keys].find((item) => item.id === id)
      const isOwn = !types && id.startsWith(TYPE) && !id.startsWith(KEY)
      return known ?? (isOwn ? typeItem(id.slice(TYPE.length), []) : undefined)
    },
  }
}
