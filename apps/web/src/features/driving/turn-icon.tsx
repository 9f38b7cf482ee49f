// Arrow icon of a turn; never mirrored in right-to-left languages, because it shows the road's direction.
import FlagOutlined from '@mui/icons-material/FlagOutlined';
import ForkRightOutlined from '@mui/icons-material/ForkRightOutlined';
import MergeOutlined from '@mui/icons-material/MergeOutlined';
import RoundaboutRightOutlined from '@mui/icons-material/RoundaboutRightOutlined';
import StraightOutlined from '@mui/icons-material/StraightOutlined';
import TurnLeftOutlined from '@mui/icons-material/TurnLeftOutlined';
import TurnRightOutlined from '@mui/icons-material/TurnRightOutlined';
import TurnSharpLeftOutlined from '@mui/icons-material/TurnSharpLeftOutlined';
import TurnSharpRightOutlined from '@mui/icons-material/TurnSharpRightOutlined';
import TurnSlightLeftOutlined from '@mui/icons-material/TurnSlightLeftOutlined';
import TurnSlightRightOutlined from '@mui/icons-material/TurnSlightRightOutlined';
import UTurnLeftOutlined from '@mui/icons-material/UTurnLeftOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import type { TurnType } from './next-turn.ts';

const icons: Record<TurnType, ComponentType<SvgIconProps>> = {
  straight: StraightOutlined,
  depart: StraightOutlined,
  arrive: FlagOutlined,
  slight_right: TurnSlightRightOutlined,
  right: TurnRightOutlined,
  sharp_right: TurnSharpRightOutlined,
  u_turn: UTurnLeftOutlined,
  sharp_left: TurnSharpLeftOutlined,
  left: TurnLeftOutlined,
  slight_left: TurnSlightLeftOutlined,
  ramp: ForkRightOutlined,
  merge: MergeOutlined,
  roundabout: RoundaboutRightOutlined,
  ferry: StraightOutlined,
};

export function TurnIcon({ type, size = 28 }: { type: TurnType; size?: number }) {
  const Icon = icons[type];
  return <Icon aria-hidden="true" sx={{ fontSize: size, flexShrink: 0 }} />;
}
