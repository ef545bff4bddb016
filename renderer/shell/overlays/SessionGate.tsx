import { IconDoorExit, IconLockOpenOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { HTTP_TEXT } from '#shared/domain/http-errors.ts'
import { useServices } from '../../services/context.tsx'
import { FullScreen } from './FullScreen.tsx'
import { goingToSignIn, OVERLAY_TEXT } from './text.ts'

/**
 * The application while its session runs, and a calm screen in its place while one ends (spec 1
 * §4.2): what was on screen is taken down in order, so that drafts are kept and hubs closed.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const phase = useStore(useServices().life.store)
  if (phase.name === 'running') return children
  if (phase.name === 'invalid') {
    return (
      <FullScreen
        role="alert"
        title={HTTP_TEXT.sessionOver}
        icon={<IconLockOpenOff size={32} stroke={1.6} />}
      >
        {OVERLAY_TEXT.invalidMore}
        <br />
        <span aria-hidden="true">{goingToSignIn(phase.secondsLeft)}</span>
      </FullScreen>
    )
  }
  return phase.name === 'leaving' ? (
    <FullScreen role="status" title={OVERLAY_TEXT.leaving} icon={<IconDoorExit size={32} stroke={1.6} />} />
  ) : (
    <FullScreen
      role="status"
      title={OVERLAY_TEXT.sessionEnded}
      icon={<IconDoorExit size={32} stroke={1.6} />}
    >
      {OVERLAY_TEXT.sessionEndedMore}
    </FullScreen>
  )
}
