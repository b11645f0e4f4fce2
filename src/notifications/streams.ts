export const notificationSettingsStream = (userId: number): string => `notification-settings-${userId}`
