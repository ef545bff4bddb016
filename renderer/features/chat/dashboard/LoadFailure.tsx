import { Button } from '@mantine/core'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SHELL_TEXT as TEXT } from '../shell-text.ts'

/** A card's content that couldn't be loaded. */
export function LoadFailure({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <EmptyState role="alert" title={title}>
      <Button size="xs" variant="default" onClick={onRetry}>
        {TEXT.tryAgain}
      </Button>
    </EmptyState>
  )
}
