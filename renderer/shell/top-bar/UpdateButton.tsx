import { IconRefreshAlert } from '@tabler/icons-react'
import { useStore } from 'zustand'
import { useShell } from '../shell-context.tsx'
import { TopBarButton } from './TopBarButton.tsx'
import { TOP_BAR_TEXT } from './text.ts'

/** Offers the new build for as long as there is one, also while its banner is put off (spec 1 §2.7). */
export function UpdateButton() {
  const { update } = useShell()
  const { name } = useStore(update.store)
  if (name === 'none') return null
  return (
    <TopBarButton
      label={TOP_BAR_TEXT.update}
      icon={IconRefreshAlert}
      count={1}
      disabled={name !== 'available'}
      onClick={() => void update.update()}
    />
  )
}
