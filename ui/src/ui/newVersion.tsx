import { Button } from './Button.tsx'
import { toast } from './Toast.tsx'

export const NEW_VERSION = 'A new version is here'

export function offerNewVersion(reload: () => void): void {
  toast({
    variant: 'notice',
    title: NEW_VERSION,
    description: 'Your picks stay as they are.',
    lifetime: 60_000,
    action: (
      <Button size="sm" onDark onClick={reload}>
        Reload
      </Button>
    ),
  })
}
