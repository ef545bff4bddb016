import {
  IconAlertTriangle,
  IconHelpCircle,
  IconInfoCircle,
  IconKeyboard,
  IconLogout,
  IconMessages,
  IconMoon,
  IconPhotoPlus,
  IconRefresh,
  IconSettings,
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
import type { NavigationDialog, NavigationItem } from '#shared/domain/navigation.ts'
import { useChatDirectory } from '../../features/chat/index.ts'
import { destinationsOf } from '../../features/paste-image/index.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useUiLabelsState } from '../../services/page/ui-labels-context.tsx'
import type { Services } from '../../services/services.ts'
import type { UpdateFlow } from '../../services/session/update-flow.ts'
import { renewSession } from '../hotkeys/shell-actions.ts'
import { useShell } from '../shell-context.tsx'
import { useThemeChoice } from '../theme-context.tsx'
import type { ThemeChoice } from '../theme-setting.ts'
import { faqSource, messageSource, peopleSource, threadsSource, ticketSource } from './asked-sources.tsx'
import { helpSource } from './help-source.tsx'
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
    const showChat = () => go(chatPath)
    const openDialog = (name: NavigationDialog) => services.dialogs.open(name)
    const pages = pageItems({ permissions, routes, labelOf, go, openDialog })
    const chats = permissions.can('GENERAL_CAN_USE_TEAM_CHAT')
    return [
      listSource('pages', 'Pages', pages, bestOf),
      ...(chats ? [peopleSource, threadsSource].map((source) => source(directory, showChat)) : []),
      ticketSource(services),
      ...(chats ? [messageSource(services, directory, showChat)] : []),
      // Of two that fit alike the one that does it comes before the one that says how.
      listSource('actions', 'Actions', actionItems({ services, update, theme, go }), bestOf),
      ...(permissions.can('CAN_USE_FAQ') ? [faqSource(services)] : []),
      helpSource(services),
    ]
  }, [services, navigate, directory, update, theme, permissions, labels, routes])
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
    action(
      'profile',
      'My Profile & Communication',
      <IconUserCircle {...ICON} />,
      () => dialogs.open('profile'),
      'details notifications hardware checklist attendance development services apps',
    ),
    action(
      'settings',
      'Settings',
      <IconSettings {...ICON} />,
      () => dialogs.open('settings'),
      'preferences mobile app profile',
    ),
    ...(can('CAN_USE_FAQ')
      ? [
          action(
            'faq',
            'FAQ',
            <IconHelpCircle {...ICON} />,
            () => dialogs.open('faq'),
            'questions answers help articles',
          ),
        ]
      : []),
    ...(destinationsOf(session.store.getState().permissions).length > 0
      ? [
          action(
            'paste-image',
            'Paste image',
            <IconPhotoPlus {...ICON} />,
            () => dialogs.open('paste-image'),
            'picture screenshot clipboard send',
          ),
        ]
      : []),
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
