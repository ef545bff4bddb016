// By name, so that the build can leave out the rest of the kit.
export { Drawer, Menu, Modal, Popover, Tooltip } from '@mantine/core'
