import {
  IconAlertTriangle,
  IconInfoCircle,
  IconKeyboard,
  IconLogout,
  IconMessages,
  IconMoon,
  IconRefresh,
  IconSun,
  IconSunMoon,
  IconTicket,
  IconUserCircle,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { searchTickets } from '#shared/contract/tickets.ts'
import type { NavigationDialog, NavigationItem } from '#shared/domain/navigation.ts'
import { type ChatDirectory, useChatDirectory } from '../../features/chat/index.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useUiLabelsState } from '../../services/page/ui-labels-context.tsx'
import type { Services } from '../../services/services.ts'
import type { UpdateFlow } from '../../services/session/update-flow.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { renewSession } from '../hotkeys/shell-actions.ts'
import { useShell } from '../shell-context.tsx'
import { useThemeChoice } from '../theme-context.tsx'
import type { ThemeChoice } from '../theme-setting.ts'
import { bestOf } from './match.ts'
import { pageItems } from './pages.tsx'
import { listSource, type SwitcherItem, type SwitcherSource } from './source.ts'

const ICON = { size: 20, stroke: 1.7 }

/** Everything that the switcher finds. A new kind of thing is one line more in the list. */
export function useSources(): readonly SwitcherSource[] {
  const services = useServices()
  const navigate = useNavigate()
  const directory = useChatDirectory()
  const { update } = useShell()
  const theme = useThemeChoice()
  const permissions = useSession((session) => session.permissions)
  const { labels, routes } = useUiLabelsState((state) => state)
  return useMemo(() => {
    const go = (path: string) => void navigate(path)
    const labelOf = (item: NavigationItem) => labels[item.labelKey] ?? item.defaultLabel
    const chatPath = routes.find(({ item }) => item.id === 'connect.chat')?.path ?? '/dashboard'
    const openDialog = (name: NavigationDialog) => services.dialogs.open(name)
    const pages = pageItems({ permissions, routes, labelOf, go, openDialog })
    const chats = permissions.can('GENERAL_CAN_USE_TEAM_CHAT')
    return [
      listSource('pages', 'Pages', pages, bestOf),
      ...(chats
        ? [peopleSource(directory, () => go(chatPath)), threadsSource(directory, () => go(chatPath))]
        : []),
      ticketSource(services),
      listSource('actions', 'Actions', actionItems({ services, update, theme, go }), bestOf),
    ]
  }, [services, navigate, directory, update, theme, permissions, labels, routes])
}

/** People; choosing one opens the chat with them. */
function peopleSource(directory: ChatDirectory, showChat: () => void): SwitcherSource {
  const itemOf = ({ userID, userName, isOnline }: ChatDirectory['people'][number]): SwitcherItem => ({
    id: `person:${userID}`,
    title: userName,
    icon: <PersonAvatar userID={userID} name={userName} size={28} status={isOnline ? 'ONLINE' : null} />,
    run: () => void directory.openPerson(userID).then((opened) => opened && showChat()),
  })
  const items = directory.people.map(itemOf)
  return {
    id: 'people',
    label: 'People',
    // Everybody at once is no suggestion.
    search: (text) => (text.trim() === '' ? [] : bestOf(items, text)),
    find: (id) => items.find((item) => item.id === id),
  }
}

/** Conversations, the newest suggested. */
function threadsSource(directory: ChatDirectory, showChat: () => void): SwitcherSource {
  const items = directory.threads.map(({ key, name, group, avatar }) => ({
    id: `thread:${key}`,
    title: name,
    ...(group === '' || group === name ? {} : { hint: group }),
    icon: avatar,
    run: () => {
      directory.openThread(key)
      showChat()
    },
  }))
  const suggested = 4
  return {
    id: 'threads',
    label: 'Chats',
    search: (text) => (text.trim() === '' ? items.slice(0, suggested) : bestOf(items, text)),
    find: (id) => items.find((item) => item.id === id),
  }
}

/** Tickets are looked for from this many characters on, and that many are offered. */
const TICKET_SEARCH_MIN = 2
const TICKETS_FOUND = 10

/** Help tickets by number, words or a name; choosing one opens it. */
function ticketSource({ api, dialogs }: Services): SwitcherSource {
  const itemOf = (ticketID: number, title: string, hint: string): SwitcherItem => ({
    id: `ticket:${ticketID}`,
    title,
    hint,
    icon: <IconTicket {...ICON} />,
    run: () => dialogs.open('tickets', { ticketID }),
  })
  return {
    id: 'tickets',
    label: 'Tickets',
    async search(text, signal) {
      const searchTerm = text.trim()
      if (searchTerm.length < TICKET_SEARCH_MIN) return []
      const request = { scope: 'ALL', filter: 'All', searchTerm, pageSize: TICKETS_FOUND } as const
      const { tickets } = await api.call(searchTickets, request, { quiet: true, signal })
      return tickets.map(({ id, message, interviewerName }) =>
        itemOf(id, `Ticket ${id}: ${message}`, interviewerName),
      )
    },
    find(id) {
      const number = /^ticket:(\d+)$/.exec(id)?.[1]
      return number === undefined ? undefined : itemOf(Number(number), `Ticket ${number}`, '')
    },
  }
}

interface ActionParts {
  readonly services: Services
  readonly update: UpdateFlow
  readonly theme: ThemeChoice
  readonly go: (path: string) => void
}

function actionItems({ services, update, theme, go }: ActionParts): readonly SwitcherItem[] {
  const { dialogs, zoom, session } = services
  const { can } = session.store.getState().permissions
  const action = (id: string, title: string, icon: React.ReactNode, run: () => void, keywords = '') => ({
    id: `action:${id}`,
    title,
    keywords,
    icon,
    run,
  })
  return [
    action('theme-light', 'Light theme', <IconSun {...ICON} />, () => theme.set('LIGHT'), 'bright day'),
    action('theme-dark', 'Dark theme', <IconMoon {...ICON} />, () => theme.set('DARK'), 'night'),
    action('theme-auto', 'Theme by time of day', <IconSunMoon {...ICON} />, () => theme.set('AUTO'), 'auto'),
    action(
      'hotkeys',
      'Keyboard shortcuts',
      <IconKeyboard {...ICON} />,
      () => dialogs.open('hotkeys'),
      'hotkeys help',
    ),
    action(
      'raise-ticket',
      'Raise a ticket',
      <IconTicket {...ICON} />,
      () => dialogs.open('raise-ticket'),
      'help support problem',
    ),
    action(
      'incident-form',
      'Incident form',
      <IconAlertTriangle {...ICON} />,
      () => dialogs.open('incident-form'),
      'report respondent call',
    ),
    action('zoom-in', 'Larger', <IconZoomIn {...ICON} />, () => zoom.step(1), 'zoom in'),
    action('zoom-out', 'Smaller', <IconZoomOut {...ICON} />, () => zoom.step(-1), 'zoom out'),
    action('zoom-reset', 'Usual size', <IconZoomReset {...ICON} />, () => zoom.reset(), 'zoom reset'),
    ...(can('GENERAL_CAN_USE_TEAM_CHAT')
      ? [
          action(
            'chat-panel',
            'Chat beside this page',
            <IconMessages {...ICON} />,
            () => dialogs.open('connect'),
            'connect panel team',
          ),
        ]
      : []),
    ...(can('CAN_UPDATE_PROFILE_PICTURE')
      ? [
          action(
            'picture',
            'Update my picture',
            <IconUserCircle {...ICON} />,
            () => dialogs.open('picture'),
            'photo avatar',
          ),
        ]
      : []),
    action(
      'renew',
      'Renew my session',
      <IconRefresh {...ICON} />,
      () => void renewSession(services, update),
      'token update',
    ),
    action(
      'session-info',
      'About this session',
      <IconInfoCircle {...ICON} />,
      () => dialogs.open('session-info'),
      'build version info',
    ),
    action('log-out', 'Log out', <IconLogout {...ICON} />, () => go('/exit-app'), 'sign out leave exit'),
  ]
}
