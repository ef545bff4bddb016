import { Button } from '@mantine/core'
import { useContactActions } from './panel-actions.ts'

/** Message, call, screenshare and profile, each for who may, as on the hover card (spec 4 §4.4.1). */
export function ContactActions({ id, name }: { readonly id: number; readonly name: string }) {
  return useContactActions(id, name).map(({ key, label, run }) => (
    <Button key={key} size="xs" variant="default" onClick={run}>
      {label}
    </Button>
  ))
}
