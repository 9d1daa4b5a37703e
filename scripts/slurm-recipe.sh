#!/usr/bin/env bash
# Plays docs/fleet/shard.sbatch on a Slurm of its own: a controller and a node on this machine, loopback only, in a
# temporary folder. Four shards, one of them requeued midway, merged by a dependent job, compared with one machine.
# Wants root, munged, slurmctld and slurmd (Debian: slurmctld slurmd slurm-client munge) and a built program.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d); cd "$work"; mkdir state spool bin experiment
printf '#!/bin/sh\nexec node "%s/dist/bundle/main.js" "$@"\n' "$root" > bin/grognard; chmod +x bin/grognard
export PATH="$work/bin:$PATH" SLURM_CONF="$work/slurm.conf"
head -c 1024 /dev/urandom > munge.key; chmod 400 munge.key
host=$(hostname -s)
cat > slurm.conf <<CONF
ClusterName=recipe
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
SlurmctldPort=16817
SlurmdPort=16818
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MinJobAge=3600
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES State=UP
CONF
started=()
finish() { for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done; wait || true; rm -rf "$work"; }
trap finish EXIT
munged -F --force --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munge.pid" \
  --log-file="$work/munge.log" --seed-file="$work/munge.seed" > munged.out 2>&1 & started+=($!)
until [ -S munge.socket ]; do sleep 0.2; done
slurmctld -D > slurmctld.out 2>&1 & started+=($!)
slurmd -D -N "$host" > slurmd.out 2>&1 & started+=($!)
until sinfo --noheader --format=%t 2>/dev/null | grep -q idle; do sleep 0.5; done

cd experiment
line=(run column-v-line --engine sample --trials 2e9 --seed 5)
job=$(sbatch --parsable --array=1-4 "$root/docs/fleet/shard.sbatch" "${line[@]}" --out parts)
merge=$(sbatch --parsable --dependency="afterok:$job" --wrap 'grognard merge parts --format json > merged.json')
# Once it has written an answer down, the first task is taken away and put back.
until [ "$(cat parts/shard-1-of-4.jsonl.part 2>/dev/null | wc -l)" -ge 2 ]; do sleep 0.1; done
scontrol requeue "${job}_1"
# A requeued task waits for two minutes; nobody else wants the node here.
until scontrol update JobId="${job}_1" StartTime=now 2>/dev/null; do sleep 0.5; done
until scontrol show job "$merge" | grep -q 'JobState=COMPLETED'; do sleep 1; done
restarts=$(scontrol show job "${job}_1" | grep -o 'Restarts=[0-9]*')
grognard "${line[@]}" --format json > alone.json
cmp merged.json alone.json
echo "Equal in every byte; the first task: $restarts; $(sbatch --version)."
