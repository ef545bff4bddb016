import { type FileButtonProps, FileButton as KitFileButton } from '@mantine/core'

/** The kit's, that takes the same name again: a file that was put right meanwhile is no change for the browser. */
export function FileButton<Multiple extends boolean = false>(props: FileButtonProps<Multiple>) {
  return <KitFileButton {...props} inputProps={FORGETS} />
}

const FORGETS: NonNullable<FileButtonProps['inputProps']> = {
  onClick: ({ currentTarget }) => {
    currentTarget.value = ''
  },
}
