// Table of icons for the console's actions on bookings.
import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import BlockOutlined from '@mui/icons-material/BlockOutlined';
import CreditCardOutlined from '@mui/icons-material/CreditCardOutlined';
import FlagOutlined from '@mui/icons-material/FlagOutlined';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import PersonAddAltOutlined from '@mui/icons-material/PersonAddAltOutlined';
import type { ReactNode } from 'react';
import type { ConsoleAction } from './action-rules.ts';

export const actionIcons: Readonly<Record<ConsoleAction, ReactNode>> = {
  cancel: <BlockOutlined fontSize="small" />,
  assign: <PersonAddAltOutlined fontSize="small" />,
  collect: <PaymentsOutlined fontSize="small" />,
  charge: <AccountBalanceWalletOutlined fontSize="small" />,
  end: <FlagOutlined fontSize="small" />,
  pay: <CreditCardOutlined fontSize="small" />,
};
