import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconHome2, IconLogout, IconMessages, IconMoon, IconSun, IconSunMoon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { NavLink, useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import type { ThemeSetting } from '#shared/domain/theme.ts'
import { useThemeChoice } from '../theme-context.tsx'
import styles from './SideBar.module.css'

/** The side bar (spec 1 §2.6). */
export function SideBar({ unread }: { unread: number }) {
  const navigate = useNavigate()
  return (
    <nav className={styles.side} aria-label="Main">
      <img className={styles.logo} src="/icon.svg" alt="Fieldwork" width={36} height={36} />
      <SideLink to="/dashboard" label="Home" icon={<IconHome2 size={22} stroke={1.7} />} />
      <SideLink
        to="/connect-plus/chat"
        label="Chat"
        badge={unread}
        icon={<IconMessages size={22} stroke={1.7} />}
      />
      <div className={styles.spring} />
      <ThemeButton />
      <SideButton
        label="Log out"
        icon={<IconLogout size={22} stroke={1.7} />}
        onClick={() => navigate('/exit-app')}
      />
    </nav>
  )
}

interface SideLinkProps {
  to: string
  label: string
  icon: ReactNode
  badge?: number
}

function SideLink({ to, label, icon, badge = 0 }: SideLinkProps) {
  return (
    <NavLink to={to} className={styles.item ?? ''}>
      <span className={styles.label}>{label} </span>
      <span className={styles.icon}>
        {icon}
        {badge > 0 ? (
          <span className={styles.badge}>
            {badge > 99 ? '99+' : badge}
            <span className="visually-hidden"> unread</span>
          </span>
        ) : null}
      </span>
    </NavLink>
  )
}

function SideButton({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Tooltip label={label} position="right" openDelay={400}>
      <UnstyledButton className={styles.item} aria-label={label} onClick={onClick}>
        <span className={styles.icon}>{icon}</span>
      </UnstyledButton>
    </Tooltip>
  )
}

const THEME_ICON: Record<ThemeSetting, typeof IconSun> = { LIGHT: IconSun, DARK: IconMoon, AUTO: IconSunMoon }
const THEME_LABEL: Record<ThemeSetting, string> = {
  LIGHT: 'Theme: light',
  DARK: 'Theme: dark',
  AUTO: 'Theme: by time of day',
}

function ThemeButton() {
  const choice = useThemeChoice()
  const { setting } = useStore(choice.store)
  const Icon = THEME_ICON[setting]
  return (
    <SideButton label={THEME_LABEL[setting]} icon={<Icon size={22} stroke={1.7} />} onClick={choice.cycle} />
  )
}
