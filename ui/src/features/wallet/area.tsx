import { Wallet } from 'lucide-react'
import type { Area } from '../../lib/area.ts'
import { WalletButton } from './WalletButton.tsx'

export const wallet: Area = {
  pages: [
    {
      path: '/web3-demo',
      title: 'Web3 demo',
      link: { icon: Wallet },
      help: { to: 'wallet', label: 'What a wallet is for' },
      load: () => import('../../app/web3/Web3DemoPage.tsx').then((module) => module.Web3DemoPage),
    },
  ],
  tools: [{ name: 'wallet', Code: WalletButton, onPhones: 'more' }],
}
